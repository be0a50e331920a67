/**
 * The stylesheet of areas on a page that needs none of it at once: it comes when the page has loaded, or with the first
 * thing that is done there, which may open what needs it.
 */
export function startLateStyle(): void {
  const href = document.querySelector<HTMLMetaElement>('meta[name="late-style"]')?.content
  const before = document.querySelector('link[rel="stylesheet"]')
  if (href === undefined || before === null) return
  const leave = new AbortController()
  const add = () => {
    leave.abort()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    // Behind the stylesheet of every page, before the viewer's own.
    before.after(link)
  }
  const once = { capture: true, signal: leave.signal }
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, add, once)
  if (document.readyState === 'complete') add()
  else window.addEventListener('load', add, once)
}
