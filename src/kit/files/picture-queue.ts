import { AppError } from '../errors.ts'

/** Maximum number of pictures waiting for the single slot; a large one takes several seconds. */
const longestQueue = 16

/** Seconds for Retry-After. */
const retryAfter = 10

export interface PictureQueueOptions {
  longest?: number
}

/**
 * Processes pictures one at a time per process: decoding a picture of 50 million pixels takes several hundred MB and
 * one core for seconds, which page requests would lack.
 */
export class PictureQueue {
  readonly #longest: number
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({ longest = longestQueue }: PictureQueueOptions = {}) {
    this.#longest = longest
  }

  /** Runs the task when its turn comes. Throws `busy` if the queue is full, and any error of `work`. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#longest) return Promise.reject(new AppError('busy', { retryAfter }))
    return this.runLater(work)
  }

  /** Like `run`, but never refuses: for background tasks (jobs), which are limited elsewhere. */
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

/** Queue of this process for uploaded pictures. */
export const pictureQueue = new PictureQueue()
