import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ParseOption, XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

// A schema names the others beside it.
xmlRegisterFsInputProviders()

/** What of a document does not keep to a schema of this folder, in libxml2's words; throws where it is no XML. */
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
