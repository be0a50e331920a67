/** A page that could not be shown because the database was away comes by itself as soon as that is back. */
const LOOK_MS = 2_000

export function startReturning(): void {
  if (document.querySelector('[data-returns]')) setTimeout(() => void look(), LOOK_MS)
}

async function look(): Promise<void> {
  const ready = await fetch('/readyz').then(
    ({ ok }) => ok,
    () => false,
  )
  if (ready) location.reload()
  else setTimeout(() => void look(), LOOK_MS)
}
