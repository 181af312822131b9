import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface BoundaryProps {
  instead: ReactNode
  children: ReactNode
}

/** Keeps what breaks within it from taking the page along. */
class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}

/** The address of a script in what a browser says of one that it could not fetch; null where it says none. */
const addressIn = (error: unknown): string | null => {
  const [address] = /https?:\S+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  return address && new URL(address).origin === window.location.origin ? address : null
}

/** Style sheets that did not come are asked for anew: what imports them believes that they are there. */
const bringStyles = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

interface FetchedProps<Props> {
  given: Props
  /** Until it is there. */
  waiting?: ReactNode
}

/**
 * A part of a page that is fetched when it is shown. Where it cannot be fetched, or breaks, `Lost` takes its place with a
 * way to try again, and the rest of the page goes on; `lazy` alone would take the whole page away. Call it outside of
 * components: what was fetched is kept.
 */
export const fetched = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Lost: ComponentType<{ again: () => void }>,
): ComponentType<FetchedProps<Props>> => {
  let known: ComponentType<Props> | null = null
  let failed: unknown = null
  let failures = 0
  const bring = async (): Promise<ComponentType<Props>> => {
    const address = addressIn(failed)
    if (failures > 0) bringStyles()
    try {
      // A browser keeps a script that failed as long as the page is open: under another address it is fetched.
      const found: { default: ComponentType<Props> } = await (address
        ? import(/* @vite-ignore */ `${address}?again=${failures}`)
        : load())
      known = found.default
      return found.default
    } catch (error) {
      failed = error
      failures += 1
      throw error
    }
  }
  return function Fetched({ given, waiting }) {
    const [Part, setPart] = useState(() => known)
    const [isLost, setLost] = useState(false)
    const [attempt, setAttempt] = useState(0)
    // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another fetch
    useEffect(() => {
      if (known) return setPart(() => known)
      let isShown = true
      bring().then(
        (found) => isShown && setPart(() => found),
        () => isShown && setLost(true),
      )
      return () => {
        isShown = false
      }
    }, [attempt])
    const again = () => {
      setLost(false)
      setAttempt(attempt + 1)
    }
    if (isLost) return <Lost again={again} />
    return Part ? (
      <Boundary key={attempt} instead={<Lost again={again} />}>
        <Part {...given} />
      </Boundary>
    ) : (
      waiting
    )
  }
}
