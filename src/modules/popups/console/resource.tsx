import { consoleResource } from '#console/parts/resource.ts'
import { type Popup, popups } from '../contract.ts'

export const resource = consoleResource(popups)

export const popupName = (popup: Popup): string => popup.title.ko
