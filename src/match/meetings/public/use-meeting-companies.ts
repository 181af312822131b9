import { useCallback } from 'react'
import { createClient } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { participants } from '#match/participants/contract.ts'
import { products } from '#match/products/contract.ts'
import { getLocale } from '#messages/runtime.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { sendCall } from '#session/send-request.ts'
import type { Room } from '../contract.ts'

/** Headers of public requests: a guest has no session. */
const buildHeaders = () => new Headers({ 'accept-language': languageTag[getLocale()] })
const productClient = createClient(products, (call) => sendCall(call, buildHeaders()))
const companyClient = createClient(participants, (call) => sendCall(call, buildHeaders()))

/** Loads up to 30 products of the seller in the fair and the public profiles of both companies. */
export const useMeetingCompanies = ({ fair, seller, buyer }: Room) =>
  useLoaded(
    useCallback(async () => {
      const [{ products: found }, { seller: sellerProfile }, { buyer: buyerProfile }] = await Promise.all([
        productClient.inFair({ params: { id: fair._id }, query: { seller: seller._id, limit: 30 } }),
        companyClient.seller({ params: { id: fair._id, seller: seller._id } }),
        companyClient.buyer({ params: { id: fair._id, buyer: buyer._id } }),
      ])
      return { products: found, seller: sellerProfile, buyer: buyerProfile }
    }, [fair._id, seller._id, buyer._id]),
  )

export type MeetingCompanies = NonNullable<ReturnType<typeof useMeetingCompanies>['value']>
