import { type RefObject, useEffect, useRef } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'

/** Delays in ms before a panel opens on hover, and before it closes after the pointer has left. */
const openDelay = 120
const closesAfter = 200

/**
 * Adds behavior to the `<details>` of the header that HTML lacks: menus with `data-hover` open on hover; all close on
 * Esc (focus returns), on focus leaving, on a click outside and on navigation.
 */
export const useHeaderMenus = (header: RefObject<HTMLElement | null>, address: string) => {
  const shown = useRef(address)
  useEffect(() => {
    const element = header.current
    if (!element) return
    const listMenus = () => Array.from(element.querySelectorAll('details'))
    const close = (except?: HTMLDetailsElement) => {
      for (const menu of listMenus()) if (menu !== except) menu.open = false
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (delay: number, work: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(work, delay)
    }
    const findPointedMenu = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLDetailsElement>('details[data-hover]') : null

    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const menu = findPointedMenu(event)
      const open = listMenus().find((other) => other.open && other.hasAttribute('data-hover'))
      if (menu) schedule(open ? 0 : openDelay, () => openMenu(menu))
      else if (open) schedule(closesAfter, () => close())
      else clearTimeout(timer)
    }
    const openMenu = (menu: HTMLDetailsElement) => {
      if (menu.open) return
      close(menu)
      menu.open = true
      menu.dataset.pointed = 'true'
    }
    const onLeave = () => {
      if (listMenus().some((menu) => menu.open && menu.hasAttribute('data-hover'))) schedule(closesAfter, () => close())
      else clearTimeout(timer)
    }
    // The click on a menu just opened by hover would close it again.
    const onClick = (event: MouseEvent) => {
      const menu = event.target instanceof Element ? event.target.closest('summary')?.parentElement : null
      if (!(menu instanceof HTMLDetailsElement) || event.detail === 0) return
      if (menu.open && menu.dataset.pointed === 'true') event.preventDefault()
      delete menu.dataset.pointed
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const open = pressedKey(event) === 'Escape' ? listMenus().find((menu) => menu.open) : undefined
      if (!open) return
      const within = open.contains(document.activeElement)
      close()
      if (within) open.querySelector('summary')?.focus()
      event.preventDefault()
    }
    const onFocusOut = (event: FocusEvent) => {
      const open = listMenus().find((menu) => menu.open)
      if (event.relatedTarget instanceof Node && open && !open.contains(event.relatedTarget)) open.open = false
    }
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) close()
    }
    const onToggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement)) return
      if (!target.open) delete target.dataset.pointed
      if (target.open) target.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
    }

    // A menu opened before hydration stays open: the visitor may be typing in it.
    if (shown.current !== address) close()
    shown.current = address
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('pointerover', onOver, { signal })
    element.addEventListener('pointerleave', onLeave, { signal })
    element.addEventListener('click', onClick, { signal })
    element.addEventListener('focusout', onFocusOut, { signal })
    element.addEventListener('toggle', onToggle, { signal, capture: true })
    addEventListener('keydown', onKeyDown, { signal })
    addEventListener('pointerdown', onDown, { signal })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [header, address])
}
