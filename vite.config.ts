import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './.generated/messages',
      strategy: ['globalVariable', 'baseLocale'],
    }),
    reactRouter(),
  ],
  build: { sourcemap: false, target: 'es2022' },
})
