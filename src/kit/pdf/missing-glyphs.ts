/** Characters of a text that no typeface has: the paper is not made, since a name without one is another name. */
export class MissingGlyphs extends Error {
  readonly characters: string

  constructor(characters: string) {
    super(`No typeface has ${[...characters].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(', ')}`)
    this.name = 'MissingGlyphs'
    this.characters = characters
  }
}
