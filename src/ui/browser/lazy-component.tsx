import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface BoundaryProps {
  instead: ReactNode
  children: ReactNode
}

/** Error boundary around a lazy part, so that the page survives it. */
class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}

/** Script URL from a failed import's error message; null if the browser does not state it. */
const addressIn = (error: unknown): string | null => {
  const [address] = /https?:\S+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  return address && new URL(address).origin === window.location.origin ? address : null
}

/** Requests style sheets that failed to load again; Vite's preload helper considers them loaded. */
const reloadStyles = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

interface FetchedProps<Props> {
  props: Props
  /** Shown while loading. */
  waiting?: ReactNode
}

/**
 * Component that loads when rendered. If loading or rendering fails, `LoadFailed` replaces it with a retry, and the rest of
 * the page continues; `lazy` alone would take down the whole page. Call it outside of components: the loaded module is
 * cached.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  LoadFailed: ComponentType<{ onRetry: () => void }>,
): ComponentType<FetchedProps<Props>> => {
  let loaded: ComponentType<Props> | null = null
  let failed: unknown = null
  let failures = 0
  const fetchModule = async (): Promise<ComponentType<Props>> => {
    const address = addressIn(failed)
    if (failures > 0) reloadStyles()
    try {
      // Browsers cache a failed module until the page is left; a different URL loads it again.
      const found: { default: ComponentType<Props> } = await (address
        ? import(/* @vite-ignore */ `${address}?again=${failures}`)
        : load())
      loaded = found.default
      return found.default
    } catch (error) {
      failed = error
      failures += 1
      throw error
    }
  }
  return function Fetched({ props, waiting }) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setHasFailed] = useState(false)
    const [attempt, setAttempt] = useState(0)
    // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another fetch
    useEffect(() => {
      if (loaded) return setPart(() => loaded)
      let isShown = true
      fetchModule().then(
        (found) => isShown && setPart(() => found),
        () => isShown && setHasFailed(true),
      )
      return () => {
        isShown = false
      }
    }, [attempt])
    const retry = () => {
      setHasFailed(false)
      setAttempt(attempt + 1)
    }
    if (hasFailed) return <LoadFailed onRetry={retry} />
    return Part ? (
      <Boundary key={attempt} instead={<LoadFailed onRetry={retry} />}>
        <Part {...props} />
      </Boundary>
    ) : (
      waiting
    )
  }
}
