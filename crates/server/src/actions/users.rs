//! Coming in, going out, passwords, tokens; making users, which admins do.

use super::is_name;
use crate::app::App;
use crate::auth::{Actor, Scope, Through, password, secret};
use crate::clock;
use crate::db::is_taken;
use crate::fault::{Fault, Result};

/// A browser stays logged in for so long.
pub const SESSION: i64 = 14 * clock::DAY;

/// A link that sets a password.
const LINK: i64 = 3 * clock::DAY;

/// A token lives for so many days, at most.
pub const LONGEST_TOKEN: i64 = 366;

/// What a browser is given.
pub struct NewSession {
    pub secret: String,
}

impl App {
    /// On the first start: the link by which somebody becomes admin. `None`: there is one.
    pub async fn first_link(&self) -> Result<Option<String>> {
        if self.db.has_admin().await? {
            return Ok(None);
        }
        let admin = match self.db.user_by_name("admin").await? {
            Some(admin) => admin.id,
            None => self.db.add_user("admin", true).await?,
        };
        Ok(Some(self.link(admin).await?))
    }

    async fn link(&self, user: i64) -> Result<String> {
        let secret = secret::new();
        self.db.add_link(&secret::hash(&secret), user, clock::now() + LINK).await?;
        Ok(format!("{}/welcome/{secret}", self.settings.public_url))
    }

    /// Whose link it is.
    pub async fn link_owner(&self, link: &str) -> Result<String> {
        let user = self.db.link(&secret::hash(link)).await?.ok_or(Fault::NotFound("link; it may have been used"))?;
        let user = self.db.user(user).await?.filter(|u| u.active);
        Ok(user.ok_or(Fault::NotFound("link; it may have been used"))?.name)
    }

    /// Sets the password by a link, which is used up by that, and lets its owner in.
    pub async fn welcome(&self, link: &str, new: String) -> Result<NewSession> {
        let name = self.link_owner(link).await?;
        let user = self.db.user_by_name(&name).await?.ok_or(Fault::NotFound("user"))?;
        password::check(&new).map_err(|e| Fault::Invalid(e.to_string()))?;
        let kept = password::hash(new).await;
        self.db.set_password(user.id, &kept).await?;
        self.db.audit(&name, "set password", None, "by a one-time link").await?;
        self.session(user.id).await
    }

    async fn session(&self, user: i64) -> Result<NewSession> {
        let (secret, csrf) = (secret::new(), secret::new());
        self.db.add_session(&secret::hash(&secret), user, &csrf, clock::now() + SESSION).await?;
        Ok(NewSession { secret })
    }

    pub async fn log_in(&self, name: &str, given: String) -> Result<NewSession> {
        let name = name.trim();
        if !self.throttle.begin(name) {
            return Err(Fault::TooMany("too many wrong passwords for this name; try again in five minutes".into()));
        }
        let user = self.db.user_by_name(name).await?.filter(|u| u.active);
        let kept = user.as_ref().and_then(|u| u.password.clone());
        match (password::verify(given, kept).await, user) {
            (true, Some(user)) => {
                self.throttle.was_right(name);
                self.db.audit(name, "log in", None, "").await?;
                self.session(user.id).await
            }
            _ => {
                let shown: String = name.chars().take(80).collect();
                self.db.audit(&shown, "log in refused", None, "").await?;
                Err(Fault::Invalid("the name or the password is wrong".into()))
            }
        }
    }

    /// Somebody whom a proxy that is believed has let in; `None`: there is no such user.
    pub async fn log_in_by_proxy(&self, name: &str) -> Result<Option<NewSession>> {
        let Some(user) = self.db.user_by_name(name).await?.filter(|u| u.active) else {
            let shown: String = name.chars().take(80).collect();
            self.db.audit(&shown, "log in refused", None, "by the proxy").await?;
            return Ok(None);
        };
        self.db.audit(&user.name, "log in", None, "by the proxy").await?;
        self.session(user.id).await.map(Some)
    }

    pub async fn log_out(&self, session: &str) -> Result<()> {
        Ok(self.db.end_session(&secret::hash(session)).await?)
    }

    /// Who has this session.
    pub async fn actor_by_session(&self, session: &str) -> Result<Option<Actor>> {
        let found = self.db.session(&secret::hash(session)).await?;
        Ok(found.map(|s| Actor {
            id: s.user.id,
            name: s.user.name,
            admin: s.user.admin,
            through: Through::Session { csrf: s.csrf },
        }))
    }

    /// Who has this token.
    pub async fn actor_by_token(&self, token: &str) -> Result<Option<Actor>> {
        let Some((token, user)) = self.db.token(&secret::hash(token)).await? else { return Ok(None) };
        self.db.token_used(&token).await?;
        let Some(scope) = Scope::find(&token.scope) else { return Ok(None) };
        let through = Through::Token { scope, project: token.project };
        Ok(Some(Actor { id: user.id, name: user.name, admin: user.admin, through }))
    }

    pub async fn change_password(&self, actor: &Actor, old: String, new: String) -> Result<NewSession> {
        self.must_be_here(actor)?;
        let kept = self.db.user(actor.id).await?.and_then(|u| u.password);
        if !self.throttle.begin(&actor.name) || !password::verify(old, kept).await {
            return Err(Fault::Invalid("the old password is wrong".into()));
        }
        self.throttle.was_right(&actor.name);
        password::check(&new).map_err(|e| Fault::Invalid(e.to_string()))?;
        self.db.set_password(actor.id, &password::hash(new).await).await?;
        self.db.audit(&actor.name, "set password", None, "").await?;
        self.session(actor.id).await
    }

    /// Tokens cannot do what concerns the owner's account.
    pub fn must_be_here(&self, actor: &Actor) -> Result<()> {
        match actor.through {
            Through::Session { .. } => Ok(()),
            Through::Token { .. } => Err(Fault::Forbidden("a token cannot do this; log in to the pages".into())),
        }
    }

    pub fn must_be_admin(&self, actor: &Actor) -> Result<()> {
        match (&actor.through, actor.admin) {
            (Through::Session { .. }, true) => Ok(()),
            _ => Err(Fault::Forbidden("only an admin of the service may do this".into())),
        }
    }

    /// Gives the token itself, which nobody sees again.
    pub async fn make_token(
        &self,
        actor: &Actor,
        name: &str,
        scope: Scope,
        project: Option<i64>,
        days: i64,
    ) -> Result<String> {
        self.must_be_here(actor)?;
        if !is_name(name, " ") {
            return Err(Fault::Invalid("a token needs a name of letters and digits, to tell it from others".into()));
        }
        if !(1..=LONGEST_TOKEN).contains(&days) {
            return Err(Fault::Invalid(format!("a token lives between 1 and {LONGEST_TOKEN} days")));
        }
        if let Some(project) = project {
            self.in_project(actor, project, crate::auth::Role::Viewer).await?;
        }
        let secret = format!("crescendo_{}", secret::new());
        let expires = clock::now() + days * clock::DAY;
        self.db.add_token(&secret::hash(&secret), actor.id, name, scope.name(), project, expires).await?;
        self.db.audit(&actor.name, "make token", project, &format!("{name} ({})", scope.name())).await?;
        Ok(secret)
    }

    pub async fn end_token(&self, actor: &Actor, id: i64) -> Result<()> {
        self.must_be_here(actor)?;
        if !self.db.end_token(actor.id, id).await? {
            return Err(Fault::NotFound("token"));
        }
        Ok(self.db.audit(&actor.name, "end token", None, &id.to_string()).await?)
    }

    /// Gives the link by which the new user sets a password.
    pub async fn make_user(&self, actor: &Actor, name: &str, admin: bool) -> Result<String> {
        self.must_be_admin(actor)?;
        if !is_name(name, "@") {
            return Err(Fault::Invalid("a user's name is made of letters, digits and . _ - @".into()));
        }
        let user = self.db.add_user(name, admin).await.map_err(|e| match is_taken(&e) {
            true => Fault::Conflict(format!("there is a user {name} already")),
            false => e.into(),
        })?;
        self.db.audit(&actor.name, "make user", None, name).await?;
        self.link(user).await
    }

    /// A link for somebody who has forgotten the password.
    pub async fn new_link(&self, actor: &Actor, user: i64) -> Result<String> {
        self.must_be_admin(actor)?;
        let user = self.db.user(user).await?.ok_or(Fault::NotFound("user"))?;
        self.db.audit(&actor.name, "make link", None, &user.name).await?;
        self.link(user.id).await
    }

    pub async fn set_active(&self, actor: &Actor, user: i64, active: bool) -> Result<()> {
        self.must_be_admin(actor)?;
        if user == actor.id {
            return Err(Fault::Invalid("you cannot lock yourself out".into()));
        }
        let user = self.db.user(user).await?.ok_or(Fault::NotFound("user"))?;
        self.db.set_active(user.id, active).await?;
        let action = if active { "let user in" } else { "lock user out" };
        Ok(self.db.audit(&actor.name, action, None, &user.name).await?)
    }
}
