import { redirect } from 'react-router'

/** `/console` is the desk: what needs somebody today. */
export const loader = () => redirect('/console/dashboard')
