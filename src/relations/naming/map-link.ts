/** Where a map shows the way to an address. */
export const mapLink = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
