/** Its published types are of an older version, without `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> })
    /** Those of `available` that the client takes, best first; `preferred` decides between equal weights. */
    encodings<Name extends string>(available: readonly Name[], options: { preferred: readonly Name[] }): Name[]
    language(available: readonly string[]): string | undefined
  }
}
