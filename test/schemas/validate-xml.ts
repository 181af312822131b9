import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ParseOption, XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

// Schemas reference the others in this folder.
xmlRegisterFsInputProviders()

/** Lists libxml2's errors for a document against a schema of this folder; throws if it is not XML. */
export const faultsOf = (xml: string, schema: 'sitemap' | 'rss'): string[] => {
  const path = fileURLToPath(new URL(`${schema}.xsd`, import.meta.url))
  using rules = XmlDocument.fromString(readFileSync(path, 'utf8'), { url: path })
  using validator = XsdValidator.fromDoc(rules)
  using document = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET })
  try {
    validator.validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ line, message }) => `${line}: ${message.trim()}`)
    throw error
  }
}
