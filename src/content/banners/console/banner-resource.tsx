import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { type Banner, type BannerInput, banners } from '../contract.ts'

export const resource = consoleResource(banners)

export type BannerShape = z.output<typeof BannerInput>

export const getBannerName = (banner: Banner): string => banner.title.ko

export const toInput = ({ _id, createdAt, updatedAt, pictures, ...fields }: Banner): BannerShape => ({
  ...fields,
  pictures: pictures.map(({ device, locale, picture }) => ({ device, locale, picture: picture._id })),
})

export const blank: BannerShape = {
  code: '',
  title: { ko: '' },
  link: null,
  startAt: null,
  endAt: null,
  position: 0,
  visible: true,
  pictures: [],
}

/** Returns the codes that have banners. There is no separate list of codes. */
export const useBannerCodes = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: [resource.path, 'codes'],
    queryFn: ({ signal }) => readAllPages('records', (page) => resource.list(page, { signal })),
    staleTime: 60_000,
  })
  return [...new Set(data?.records.map(({ code }) => code))].sort()
}
