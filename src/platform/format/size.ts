/** '31,4 GB', '3,4 MB', '812 kB'. */
export function formatSize(bytes: number): string {
  const number = (value: number, digits: number) =>
    value.toLocaleString('nl-NL', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
  if (bytes >= 1_000_000_000) return `${number(bytes / 1_000_000_000, 1)} GB`
  return bytes >= 1_000_000 ? `${number(bytes / 1_000_000, 1)} MB` : `${number(Math.max(1, bytes / 1000), 0)} kB`
}
