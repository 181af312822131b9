import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // All routes are in the first document, so no manifest request competes with the page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
