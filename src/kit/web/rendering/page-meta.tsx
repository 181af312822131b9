import { useContext } from 'react'
import { Meta, type MetaDescriptor, UNSAFE_FrameworkContext } from 'react-router'

type RouteModules = NonNullable<React.ContextType<typeof UNSAFE_FrameworkContext>>['routeModules']

const isElement = (descriptor: MetaDescriptor | undefined) => !(descriptor && 'script:ld+json' in descriptor)

const withoutData = (modules: RouteModules): RouteModules =>
  Object.fromEntries(
    Object.entries(modules).map(([id, module]) => {
      const meta = module?.meta
      return [
        id,
        module && typeof meta === 'function'
          ? {
              ...module,
              default: module.default,
              meta: (input: Parameters<typeof meta>[0]) => meta(input)?.filter(isElement) ?? [],
            }
          : module,
      ]
    }),
  )

/**
 * Renders the head of a page. Structured data is only in the server's HTML, where search engines read it: React creates
 * script elements by `innerHTML`, which Trusted Types block.
 */
export function PageMeta() {
  const framework = useContext(UNSAFE_FrameworkContext)
  if (import.meta.env.SSR || !framework) return <Meta />
  return (
    <UNSAFE_FrameworkContext.Provider value={{ ...framework, routeModules: withoutData(framework.routeModules) }}>
      <Meta />
    </UNSAFE_FrameworkContext.Provider>
  )
}
