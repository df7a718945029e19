/** The page for an address where nothing is (A6). */
export const NOT_FOUND = {
  title: '404 Page Not Found',
  text: 'We couldn’t find this page.',
} as const
