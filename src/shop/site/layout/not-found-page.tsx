import { data, type LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../loader-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: shopContext(context).absence })
}

export default function Missing() {
  return null
}
