import { data, type LoaderFunctionArgs } from 'react-router'
import { siteContext } from '../server/site-api.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: siteContext(context).absence })
}

export default function Missing() {
  return null
}
