import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Template, type TemplateInput, templates } from '../contract.ts'

export const resource = consoleResource(templates)

type TemplateShape = z.output<typeof TemplateInput>

export const getTemplateName = ({ title }: Template): string => title

export const toInput = ({ _id, createdAt, updatedAt, ...fields }: Template): TemplateShape => fields

export const blank: TemplateShape = { title: '', subject: { ko: '' }, text: { ko: '' }, practice: null, position: 0 }
