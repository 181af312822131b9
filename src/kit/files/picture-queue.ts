import { AppError } from '../errors.ts'

/** Pictures that may wait for the one slot; a large one takes some seconds. */
const longestQueue = 16

/** Seconds after which a refused sender may try again. */
const retryAfter = 10

export interface PictureQueueOptions {
  longest?: number
}

/**
 * Picture work of a process, one at a time: unpacked, a picture of 40 million pixels takes some hundred megabytes and a
 * core for seconds, which the pages would miss.
 */
export class PictureQueue {
  readonly #longest: number
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({ longest = longestQueue }: PictureQueueOptions = {}) {
    this.#longest = longest
  }

  /** Does the work when its turn comes. Throws `busy` when too many wait, and what `work` throws. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#longest) return Promise.reject(new AppError('busy', { retryAfter }))
    return this.runLater(work)
  }

  /** The same for work that nobody waits for and that is bounded elsewhere (jobs): it is never refused. */
  runLater<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const turn = this.#tail.then(work)
    this.#tail = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1
      })
    return turn
  }
}

/** The one queue of this process for pictures that were uploaded. */
export const pictureQueue = new PictureQueue()
