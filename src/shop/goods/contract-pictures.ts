import { z } from 'zod'
import { ById, Id, maxPictureBytes, Picture, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Good } from './contract-good.ts'
import { maxPictures } from './rules.ts'

fieldMessages({ good_pictures: m.goods_field_pictures, good_pictures_order: m.goods_field_pictures_order })

const consolePath = '/api/console/shop/products/{id}'
const path = '/api/v1/shop/products/{id}'
const access = 'console:shop'
const answer = z.object({ product: Good })
const PictureParams = z.strictObject({
  id: Id,
  index: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxPictures - 1),
})
const upload = (field: 'thumb' | 'image') =>
  ({ field, kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 }) as const

/** Single pictures of a product; the first is the thumbnail of lists (`thumb`). */
export const pictureRoutes = {
  setThumb: route({
    method: 'POST',
    path: `${consolePath}/thumb`,
    access,
    summary: 'Upload the picture shown in lists, which replaces the first picture.',
    params: ById,
    upload: upload('thumb'),
    answer,
    status: 200,
  }),
  removeThumb: route({
    method: 'DELETE',
    path: `${consolePath}/thumb`,
    access,
    summary: 'Delete the picture shown in lists; the next picture takes its place.',
    params: ById,
    answer,
    status: 200,
  }),
  addImage: route({
    method: 'POST',
    path: `${consolePath}/images`,
    access,
    summary: 'Upload a picture and append it.',
    params: ById,
    upload: upload('image'),
    answer,
    status: 201,
  }),
  sortImages: route({
    method: 'PUT',
    path: `${consolePath}/images`,
    access,
    summary: 'Reorder the pictures.',
    params: ById,
    body: z.strictObject({ images: z.array(Id).max(maxPictures) }),
    answer,
  }),
  setImage: route({
    method: 'POST',
    path: `${consolePath}/images/{index}`,
    access,
    summary: 'Replace the picture at an index; beyond the last one, it is appended.',
    params: PictureParams,
    upload: upload('image'),
    answer,
    status: 200,
  }),
  removeImage: route({
    method: 'DELETE',
    path: `${consolePath}/images/{index}`,
    access,
    summary: 'Delete a picture of a product; later ones move up.',
    params: PictureParams,
    answer,
    status: 200,
  }),

  thumb: route({
    method: 'GET',
    path: `${path}/thumb`,
    access: 'public',
    summary: 'Get the picture of a product shown in lists.',
    params: ById,
    answer: z.object({ thumb: Picture }),
    cached: true,
  }),
  images: route({
    method: 'GET',
    path: `${path}/images`,
    access: 'public',
    summary: 'List the pictures of a product in order.',
    params: ById,
    answer: z.object({ images: z.array(Picture) }),
    cached: true,
  }),
  image: route({
    method: 'GET',
    path: `${path}/images/{index}`,
    access: 'public',
    summary: 'Get a picture of a product by its index, from 0.',
    params: PictureParams,
    answer: z.object({ image: Picture }),
    perMinute: 240,
  }),
}
