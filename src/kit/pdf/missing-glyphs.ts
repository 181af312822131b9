/**
 * Thrown for characters that no typeface has. The document is not created, because a name with a missing character is a
 * different name.
 */
export class MissingGlyphs extends Error {
  readonly characters: string

  constructor(characters: string) {
    super(`No typeface has ${[...characters].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(', ')}`)
    this.name = 'MissingGlyphs'
    this.characters = characters
  }
}
