import { data, type LoaderFunctionArgs } from 'react-router'
import { auctionContext } from '../loader-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: auctionContext(context).absence })
}

export default function NotFound() {
  return null
}
