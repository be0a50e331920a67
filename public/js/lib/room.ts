/** How much room this browser has left for what is not sent. */

/** As large as photos are after they were made smaller. */
const PHOTO_BYTES = 500_000
const FEW_PHOTOS = 20
const GIGA = 1_000_000_000
const number = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

/** What there is to say while there is still room for some photos and no more; null before that. */
export function fewLeft(bytes: number): string | null {
  const photos = Math.max(0, Math.floor(bytes / PHOTO_BYTES))
  if (photos >= FEW_PHOTOS) return null
  return photos === 0
    ? "Geen plaats meer voor foto's op dit toestel."
    : `Nog plaats voor ongeveer ${photos} ${photos === 1 ? 'foto' : "foto's"}.`
}

/** 'Nog 1,9 GB vrij.', or how few photos still fit. */
export const roomText = (bytes: number): string =>
  fewLeft(bytes) ??
  (bytes >= GIGA ? `Nog ${number.format(bytes / GIGA)} GB vrij.` : `Nog ${Math.floor(bytes / 1_000_000)} MB vrij.`)

/** Bytes that are left here; null where a browser does not say. */
export async function roomLeft(): Promise<number | null> {
  if (!('storage' in navigator)) return null
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined || usage === undefined ? null : quota - usage
}
