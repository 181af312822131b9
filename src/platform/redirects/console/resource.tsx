import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { type Redirect, type RedirectInput, redirects } from '../contract.ts'

export const resource = consoleResource(redirects)

type Shape = z.output<typeof RedirectInput>

export const redirectName = (redirect: Redirect): string => redirect.fromPath

export const toInput = ({ fromPath, toPath, status }: Redirect): Shape => ({ fromPath, toPath, status })

export const blank: Shape = { fromPath: '', toPath: null, status: '301' }

const words = {
  '301': m.redirects_status_301,
  '308': m.redirects_status_308,
  '410': m.redirects_status_410,
}

export const statusOptions = () =>
  (['301', '308', '410'] as const).map((value) => ({ value, label: statusWord(value) }))

export const statusWord = (status: Redirect['status']): string => words[status]()
