import { redirect } from 'react-router'

/** Redirects `/console` to the desk. */
export const loader = () => redirect('/console/dashboard')
