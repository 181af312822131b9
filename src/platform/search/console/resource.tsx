import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Synonym, type SynonymInput, synonyms } from '../contract.ts'

export const resource = consoleResource(synonyms)

export const getSynonymName = ({ ko, en, cn }: SynonymInput): string => [...ko, ...en, ...cn].slice(0, 3).join(', ')

export const toInput = ({ ko, en, cn }: Synonym): SynonymInput => ({ ko, en, cn })

export const blank: SynonymInput = { ko: [], en: [], cn: [] }
