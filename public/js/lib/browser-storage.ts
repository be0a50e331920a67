/** Cookies that the browser itself reads, such as the view of the calendar. One day, unless said otherwise (P-126). */
export const cookies = {
  get(name: string): string | null {
    const start = `${encodeURIComponent(name)}=`
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
    return found === undefined ? null : decodeURIComponent(found.slice(start.length))
  },

  set(name: string, value: string, days = 1): void {
    const age = Math.round(days * 86_400)
    const secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=lax${secure}`
  },
}

/** Reads JSON from a Storage; null when there is none, or when somebody wrote nonsense into it. */
export function readStored<T>(storage: Storage, key: string): T | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Writes JSON to a Storage; a full or forbidden one is not worth an error, everything in it is a convenience. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    storage.removeItem(key)
  }
}
