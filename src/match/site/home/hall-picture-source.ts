import type { PictureSource } from '#ui/media/picture.tsx'

/**
 * `match/hall` of `assets/pictures`, whose id is the same in every installation; hall-picture-source.test.ts compares it with the
 * manifest.
 */
export const hallPictureSource: PictureSource = {
  _id: '2f4d42fc-2d0a-5ee6-8ae1-472f77c7b8f2',
  alt: { ko: '', en: '', cn: '' },
  width: 2400,
  height: 1500,
  widths: [480, 960, 1440, 2400],
  formats: ['avif', 'webp'],
}
