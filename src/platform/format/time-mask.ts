/** HH:mm of what was typed as a time: 8, 830, 8:5 and 08.30 are all understood (P-183). Nonsense stays as it is. */
export function maskTime(typed: string): string {
  const text = typed.trim()
  const digits = /^(\d{1,2})(\d{2})$/.exec(text)
  const [, hour, minute = '0'] = digits ?? /^(\d{1,2})(?:[:.,\s]+(\d{1,2}))?$/.exec(text) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return text
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
