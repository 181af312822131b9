// Bundles the server into a few files: Node takes longer to find two thousand modules than to run them
// (docs/decisions/0023-bundled-server.md).
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { narrowServer } from '../../src/kit/web/bundling/lean-server.ts'

/**
 * Packages with many ES modules, which are bundled. All others stay in node_modules: those with binaries or data files
 * must, and CommonJS packages load quickly.
 */
export const bundledPackages = [
  /^@dnd-kit\//,
  /^@mantine\//,
  /^@tanstack\//,
  /^@tiptap\//,
  'clsx',
  'dayjs',
  'drizzle-orm',
  'file-type',
  'jose',
  'libphonenumber-js',
  'mantine-datatable',
  'strtok3',
  'zod',
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'src')
const outDir = join(root, 'build', 'product')

/** Code that finds files relative to its source must still find them when it runs from the bundle. */
const placesOfSources = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !/import\.meta\.(dirname|url)/.test(code)) return null
    const folder = relative(outDir, dirname(id)).split(sep).join('/')
    const file = relative(outDir, id).split(sep).join('/')
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(file)}, import.meta.url).href`)
  },
}

/** Builds build/product/main.js from src/main.ts. */
const bundle = () =>
  build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    plugins: [placesOfSources, narrowServer],
    ssr: { noExternal: bundledPackages },
    build: {
      ssr: join(sources, 'main.ts'),
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })

if (import.meta.main) await bundle()
