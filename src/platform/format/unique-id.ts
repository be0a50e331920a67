/** 5 random alphanumeric characters, for ids within one page (P-245); nothing secret hangs on them. */
export function uniqueId(): string {
  return Math.floor(Math.random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0')
}
