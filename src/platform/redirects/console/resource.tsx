import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { type Redirect, type RedirectInput, redirects } from '../contract.ts'

export const resource = consoleResource(redirects)

type Shape = z.output<typeof RedirectInput>

export const getRedirectName = (redirect: Redirect): string => redirect.fromPath

export const toInput = ({ fromPath, toPath, status }: Redirect): Shape => ({ fromPath, toPath, status })

export const blank: Shape = { fromPath: '', toPath: null, status: '301' }

const statusLabels = {
  '301': m.redirects_status_301,
  '308': m.redirects_status_308,
  '410': m.redirects_status_410,
}

export const listStatusOptions = () =>
  (['301', '308', '410'] as const).map((value) => ({ value, label: getStatusLabel(value) }))

export const getStatusLabel = (status: Redirect['status']): string => statusLabels[status]()
