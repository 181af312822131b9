/** One page of each public kind in the demonstration content. */
export const publicPageKinds = [
  { name: 'home', path: '/' },
  { name: 'the firm', path: '/introduction/center' },
  { name: 'lawyers', path: '/introduction/lawyer' },
  { name: 'profile', path: '/introduction/lawyer/jung-hayoon' },
  { name: 'practice', path: '/business/building' },
  { name: 'projects', path: '/project' },
  { name: 'project', path: '/project/hanbit-maru-1' },
  { name: 'stories', path: '/story' },
  { name: 'story', path: '/story/basement-leak-three-questions' },
  { name: 'office', path: '/contact/seoul' },
  { name: 'consultation', path: '/consult' },
  { name: 'terms', path: '/terms/privacy' },
  { name: 'results', path: '/auction-search/하자' },
] as const
