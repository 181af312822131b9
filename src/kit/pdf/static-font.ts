import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Exports of HarfBuzz's subsetter (hb-subset.h); pointers are numbers. */
interface Subsetter {
  memory: WebAssembly.Memory
  malloc(bytes: number): number
  free(at: number): void
  hb_blob_create(at: number, bytes: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_keep_everything(input: number): void
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
}

const { resolve } = createRequire(import.meta.url)

let loaded: Promise<Subsetter> | undefined

const load = async (): Promise<Subsetter> => {
  const { instance } = await WebAssembly.instantiate(await readFile(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
  // The compiler does not know the exports of a WebAssembly file.
  return instance.exports as unknown as Subsetter
}

/** HB_MEMORY_MODE_WRITABLE: HarfBuzz may modify the bytes. */
const writable = 2
/** 'wght' as a HarfBuzz tag: four bytes in a number. */
const weightAxis = 0x77676874

/**
 * Returns a static instance of a variable TrueType font at one weight (100 to 900), because PDF does not support
 * variable fonts. Throws if the font is unreadable or has no weight axis.
 */
export const staticFont = async (font: Uint8Array, weight: number): Promise<Buffer> => {
  loaded ??= load()
  const hb = await loaded
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const blob = hb.hb_blob_create(at, font.length, writable, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  let made = 0
  try {
    hb.hb_subset_input_keep_everything(input)
    if (!hb.hb_subset_input_pin_axis_location(input, face, weightAxis, weight))
      throw new Error('The font has no axis of weight')
    made = hb.hb_subset_or_fail(face, input)
    if (!made) throw new Error('The font cannot be read')
    const result = hb.hb_face_reference_blob(made)
    // Copy the bytes: the WebAssembly memory is reused.
    const bytes = Buffer.from(
      new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(result, 0), hb.hb_blob_get_length(result)),
    )
    hb.hb_blob_destroy(result)
    return bytes
  } finally {
    if (made) hb.hb_face_destroy(made)
    hb.hb_subset_input_destroy(input)
    hb.hb_face_destroy(face)
    hb.hb_blob_destroy(blob)
    hb.free(at)
  }
}
