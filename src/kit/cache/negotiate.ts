export type Coding = 'br' | 'gzip' | 'identity'

/** How much a client wants a coding (RFC 9110, 12.5.3): 0 refuses it, the first to be tried is the greatest. */
const weights = (header: string): Record<Coding, number> => {
  const given = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const value = weight === undefined ? 1 : Number.parseFloat(weight.slice(weight.indexOf('=') + 1))
    if (coding) given.set(coding === 'x-gzip' ? 'gzip' : coding, Number.isFinite(value) ? Math.min(value, 1) : 0)
  }
  const others = given.get('*') ?? 0
  return {
    br: given.get('br') ?? others,
    gzip: given.get('gzip') ?? others,
    identity: given.get('identity') ?? given.get('*') ?? 0.0001,
  }
}

/** The codings a client takes, best first; ours is br before gzip where it does not mind. Never empty. */
export const acceptedCodings = (header: string | undefined): readonly Coding[] => {
  if (!header) return ['identity']
  const wanted = weights(header.slice(0, 200))
  const accepted = (['br', 'gzip', 'identity'] as const)
    .filter((coding) => wanted[coding] > 0)
    .sort((a, b) => wanted[b] - wanted[a])
  return accepted.length > 0 ? accepted : ['identity']
}

/** No legitimate address or header is longer; longer ones must not fill the memory. */
const longestKey = 500

/** Remembers a function's answers by its argument; forgets all of them when there are `limit`. */
export const remember = <T>(limit: number, work: (key: string) => T): ((key: string) => T) => {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work(key)
    if (key.length > longestKey) return made
    if (known.size >= limit) known.clear()
    known.set(key, made)
    return made
  }
}

/** Whether If-None-Match names the entity tag (RFC 9110, 13.1.2: weak comparison, `*` names every one). */
export const namesTag = (header: string, tag: string): boolean => {
  if (header === tag) return true
  return header.split(',').some((part) => {
    const name = part.trim()
    return name === '*' || name === tag || name === `W/${tag}`
  })
}
