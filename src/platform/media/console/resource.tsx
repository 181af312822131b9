import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Media, media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'

export const client = clientOf(media)

export const resource = consoleResource(media)

export const getMediaName = (medium: Media): string => medium.name

export const kindLabels: Record<Media['kind'], () => string> = {
  picture: m.media_kind_picture,
  video: m.media_kind_video,
  document: m.media_kind_document,
}
