/**
 * Splits an address into the lines street and building; one line if there is no building. In Korean and Chinese the
 * building follows the street number (`너른마루길 218`, `Mulnaru-gil 64号`), in English it precedes it.
 */
export const splitAddress = (address: string): string[] => {
  const [, first, second] =
    /^(.*(?:[로길] \d[\d-]*|\d号)) (.+)$/.exec(address) ?? /^([^\d,]+,) (\d.*)$/.exec(address) ?? []
  return first && second ? [first, second] : [address]
}
