/**
 * What the pager says between its arrows: '3 van 40'. A record that went out of the list, such as one that was handled, has no
 * place in it any more.
 * @param at its place, from 0
 * @param count how many there are as the list writes it; empty while they are not counted
 */
export function pagerText({ at, gone, count }: { at: number; gone: boolean; count: string }): string {
  if (gone) return count === '' ? 'uit de lijst' : `uit de lijst, nog ${count}`
  const place = (at + 1).toLocaleString('nl-NL')
  return count === '' ? place : `${place} van ${count}`
}
