/**
 * Remembers which tags were touched since work began, so that a notification that comes while something is being
 * made is not lost: what it was made from may be older than the change. Forgets when nothing is being made.
 */
export class Generations {
  #now = 0
  #all = 0
  #running = 0
  readonly #touched = new Map<string, number>()

  /** Begins a piece of work; give the number back to `isTouched`, and call `end` once. */
  begin(): number {
    this.#running += 1
    return this.#now
  }

  /** The current number, for work that begins again. */
  get present(): number {
    return this.#now
  }

  end(): void {
    this.#running -= 1
    if (this.#running === 0) this.#touched.clear()
  }

  touch(tags: Iterable<string>): void {
    this.#now += 1
    if (this.#running === 0) return
    for (const tag of tags) this.#touched.set(tag, this.#now)
  }

  touchAll(): void {
    this.#now += 1
    this.#all = this.#now
  }

  isTouched(since: number, tags: Iterable<string>): boolean {
    if (this.#all > since) return true
    for (const tag of tags) if ((this.#touched.get(tag) ?? 0) > since) return true
    return false
  }
}
