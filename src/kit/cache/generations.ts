/**
 * Records which tags changed since a task began, so that an invalidation during the task is not lost: the task may have
 * read data older than the change. Clears itself when no task is running.
 */
export class Generations {
  #now = 0
  #all = 0
  #running = 0
  readonly #invalidated = new Map<string, number>()

  /** Starts a task. Pass the returned number to `isInvalidated`, and call `end` exactly once. */
  begin(): number {
    this.#running += 1
    return this.#now
  }

  /** Current generation, for a task that restarts. */
  get current(): number {
    return this.#now
  }

  end(): void {
    this.#running -= 1
    if (this.#running === 0) this.#invalidated.clear()
  }

  invalidate(tags: Iterable<string>): void {
    this.#now += 1
    if (this.#running === 0) return
    for (const tag of tags) this.#invalidated.set(tag, this.#now)
  }

  invalidateAll(): void {
    this.#now += 1
    this.#all = this.#now
  }

  isInvalidated(since: number, tags: Iterable<string>): boolean {
    if (this.#all > since) return true
    for (const tag of tags) if ((this.#invalidated.get(tag) ?? 0) > since) return true
    return false
  }
}
