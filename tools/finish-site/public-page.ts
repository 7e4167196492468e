/** Whether search engines may list a built page: only these have a canonical address. */
export function isPublicPage(html: string): boolean {
  return html.includes('rel="canonical"');
}
