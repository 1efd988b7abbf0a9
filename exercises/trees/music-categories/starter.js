// Each page of the shop shows the way to its category: Ragtime > Bop > Hard Bop.

function setup(db, rows) {
  // rows.categories: [{ slug, name, parent }], parent is a slug, or null at the top
}

// category: { slug, name, parentSlug }; true, or false if the slug is taken or the parent does not exist
function addCategory(db, category) {
  return true;
}

// [{ slug, name }] from the top down to the category itself
function breadcrumbs(db, slug) {
  return [];
}

// [{ slug, name }] on all levels below
function descendants(db, slug) {
  return [];
}

// Run shows the way to a category.
breadcrumbs(db, "hard-bop");
