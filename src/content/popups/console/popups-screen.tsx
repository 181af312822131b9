import { useSearchParams } from 'react-router'
import { PopupCalendar } from './popup-calendar.tsx'
import { PopupList } from './popup-list.tsx'

/** Popups as a list or a calendar. */
export default function PopupsScreen() {
  const [parameters] = useSearchParams()
  return parameters.get('view') === 'calendar' ? <PopupCalendar /> : <PopupList />
}
