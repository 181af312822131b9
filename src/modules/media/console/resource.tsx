import { consoleResource } from '#console/parts/resource.ts'
import { m } from '#messages/messages.js'
import { type Media, media } from '../contract.ts'

export const resource = consoleResource(media)

export const mediaName = (medium: Media): string => medium.name

export const kindWords: Record<Media['kind'], () => string> = {
  picture: m.media_kind_picture,
  video: m.media_kind_video,
  document: m.media_kind_document,
}
